import sanitizeHtml from 'sanitize-html';

export type HtmlElement = { tag: string; attributes: Record<string, string>; children: HtmlNode[] };
export type HtmlNode = HtmlElement | string;

/** Of elements nested deeper the text is put into the last ancestor within the limit that holds text. */
const MAX_DEPTH = 150;

const TAGS = [
  ...['title', 'body', 'main', 'article', 'section', 'header', 'footer', 'nav', 'aside', 'div', 'p', 'center', 'address', 'blockquote'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'pre', 'hr', 'br', 'figure', 'figcaption', 'form'],
  ...[
    'img',
    'table',
    'caption',
    'thead',
    'tbody',
    'tfoot',
    'tr',
    'td',
    'th',
    'fieldset',
    'legend',
    'label',
    'input',
    'textarea',
    'select',
    'option',
  ],
  ...[
    'a',
    'b',
    'strong',
    'i',
    'em',
    'u',
    's',
    'del',
    'ins',
    'small',
    'big',
    'sub',
    'sup',
    'span',
    'font',
    'code',
    'tt',
    'kbd',
    'samp',
    'q',
    'cite',
  ],
];

function isHidden(attributes: Record<string, string>): boolean {
  return attributes.hidden !== undefined || /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attributes.style ?? '');
}

/** Keeps only elements that carry text, and pictures by their name in a mail; scripts, styles, objects and what is not displayed are dropped. */
function clean(html: string): string {
  return sanitizeHtml(limitNesting(html), {
    allowedTags: TAGS,
    allowedAttributes: {
      '*': ['style', 'hidden'],
      a: ['href'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan'],
      ol: ['start'],
      input: ['type', 'name', 'value', 'checked', 'id'],
      option: ['selected', 'value'],
      select: ['name'],
      textarea: ['name'],
      label: ['for'],
      img: ['src', 'width', 'height'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    // only of pictures that the mail itself has
    allowedSchemesByTag: { img: ['cid'] },
    nonTextTags: ['script', 'style', 'noscript', 'template', 'iframe', 'object', 'svg', 'math'],
    parseStyleAttributes: false,
    exclusiveFilter: (frame) => isHidden(frame.attribs),
  });
}

/** Elements that browsers close by themselves, or that have no end. */
const SELF_CLOSED = new Set(
  'p li td th tr dt dd option optgroup thead tbody tfoot br hr img input meta link col area base embed source track wbr html body head'.split(
    ' ',
  ),
);
/** Parsers take time that grows with the square of the depth. */
const DEEPEST = 5000;

/** Leaves out tags that would nest deeper than any honest page; their text stays. */
function limitNesting(html: string): string {
  let depth = 0;
  let dropped = 0;
  return html.replace(/<(\/?)([a-z][^\s<>/]{0,40})[^<>]*>/gi, (tag, slash: string, name: string) => {
    if (SELF_CLOSED.has(name.toLowerCase()) || tag.endsWith('/>')) return tag;
    if (slash === '') {
      if (depth >= DEEPEST) {
        dropped++;
        return '';
      }
      depth++;
    } else if (dropped > 0) {
      dropped--;
      return '';
    } else if (depth > 0) depth--;
    return tag;
  });
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' };

function decodeEntities(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '');
}

/** Elements that hold no text by themselves. */
const TABLE_PARTS = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'select']);
const VOID = new Set(['br', 'hr', 'input', 'img']);

/**
 * Parses untrusted HTML into a small tree. `sanitize-html` first makes it well-formed and leaves only text-bearing elements,
 * so the second pass sees balanced tags, quoted attributes and four entities.
 */
export function parseHtml(html: string): HtmlElement {
  const root: HtmlElement = { tag: 'body', attributes: {}, children: [] };
  const stack: HtmlElement[] = [root];
  let tooDeep = 0;
  const pattern = /<(\/?)([a-z][a-z0-9]*)((?:\s+[^\s=>"/]+(?:="[^"]*")?)*)\s*(\/?)>|([^<]+|<)/g;
  for (const match of clean(html).matchAll(pattern)) {
    const [, slash, tag, rest, , text] = match;
    const top = stack.at(-1) ?? root;
    if (text !== undefined) {
      const holder = tooDeep > 0 ? (stack.findLast((element) => !TABLE_PARTS.has(element.tag)) ?? root) : top;
      holder.children.push(decodeEntities(text));
    }
    if (slash) {
      if (tooDeep > 0) tooDeep -= 1;
      else if (stack.length > 1) stack.pop();
    } else if (tag) {
      if (!VOID.has(tag) && stack.length >= MAX_DEPTH) {
        tooDeep += 1;
        continue;
      }
      const attributes: Record<string, string> = {};
      for (const [, name, value] of (rest ?? '').matchAll(/([^\s=>"/]+)(?:="([^"]*)")?/g))
        if (name) attributes[name] = decodeEntities(value ?? '');
      const element: HtmlElement = { tag, attributes, children: [] };
      top.children.push(element);
      if (!VOID.has(tag)) stack.push(element);
    }
  }
  return root;
}
