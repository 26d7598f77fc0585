import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse, type TreeAdapter } from 'parse5';

export type HtmlElement = { tag: string; attributes: Record<string, string>; children: HtmlNode[] };
export type HtmlNode = HtmlElement | string;

/** Elements that say something about the text in them; of others only the content is kept. */
const KEPT = new Set(
  (
    'title body main article section header footer nav aside div p center address blockquote h1 h2 h3 h4 h5 h6 ul ol li dl dt dd pre hr br ' +
    'figure figcaption form img table caption thead tbody tfoot tr td th fieldset legend label input textarea select option ' +
    'a b strong i em u s del ins small big sub sup span font code tt kbd samp q cite'
  ).split(' '),
);
/** Elements whose content is no text of the page. */
const DROPPED = new Set('script style noscript noembed noframes template iframe object svg math'.split(' '));
/** Elements that hold no text by themselves. */
const TABLE_PARTS = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'select']);
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
/** Elements that the parser closes by itself. */
const SELF_CLOSED = new Set([...VOID, ...'p li td th tr dt dd option optgroup thead tbody tfoot html body head'.split(' ')]);

/** The parser takes time that grows with the square of the depth. */
const DEEPEST = 5000;
/** Of elements nested deeper the text is put into the last ancestor within the limit that holds text. */
const MAX_DEPTH = 150;
/** The parser repeats open elements of format in each paragraph: a short file can become a huge tree. So many elements a tag are honest. */
const MOST_PER_TAG = 30;
const FREE_ELEMENTS = 20_000;
/** The elements that are repeated (the active formatting elements of the HTML standard, 13.2.4.3). */
const FORMAT_TAGS = /<\/?(?:a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)(?=[\s/>])[^<>]*>/gi;

/**
 * Parses untrusted HTML as browsers do, into a small tree of what carries text, and pictures by their address in a mail. Scripts,
 * styles, objects and what is not displayed are left out.
 */
export function parseHtml(html: string): HtmlElement {
  const source = limitNesting(closeEmptyElements(html));
  const document = parseWithin(source) ?? parse(source.replace(FORMAT_TAGS, ''));
  return simplify(document.childNodes);
}

class TooManyElements extends Error {}

/** The parsed document; null when it has many more elements than tags. */
function parseWithin(source: string): DefaultTreeAdapterTypes.Document | null {
  let room = FREE_ELEMENTS + MOST_PER_TAG * source.split('<').length;
  const treeAdapter: TreeAdapter<DefaultTreeAdapterTypes.DefaultTreeAdapterMap> = {
    ...defaultTreeAdapter,
    createElement(...given) {
      if (--room < 0) throw new TooManyElements();
      return defaultTreeAdapter.createElement(...given);
    },
  };
  try {
    return parse(source, { treeAdapter });
  } catch (error) {
    if (error instanceof TooManyElements) return null;
    throw error;
  }
}

type Open = { nodes: DefaultTreeAdapterTypes.ChildNode[]; next: number; holder: HtmlElement; textHolder: HtmlElement; depth: number };

/** The text-bearing elements below `nodes`, without recursion: pages may nest deeper than the stack of calls. */
function simplify(nodes: DefaultTreeAdapterTypes.ChildNode[]): HtmlElement {
  const root: HtmlElement = { tag: 'body', attributes: {}, children: [] };
  const stack: Open[] = [{ nodes, next: 0, holder: root, textHolder: root, depth: 1 }];
  for (let open = stack.at(-1); open; open = stack.at(-1)) {
    const node = open.nodes[open.next++];
    if (!node) {
      stack.pop();
      continue;
    }
    const isTooDeep = open.depth >= MAX_DEPTH;
    const holder = isTooDeep ? open.textHolder : open.holder;
    if (node.nodeName === '#text') holder.children.push((node as DefaultTreeAdapterTypes.TextNode).value);
    if (!('tagName' in node) || DROPPED.has(node.tagName)) continue;
    const attributes = attributesOf(node);
    if (isHidden(attributes)) continue;
    const inside = { ...open, nodes: node.childNodes, next: 0 };
    if (KEPT.has(node.tagName) && (!isTooDeep || VOID.has(node.tagName))) {
      const element: HtmlElement = { tag: node.tagName, attributes, children: [] };
      holder.children.push(element);
      Object.assign(inside, { holder: element, depth: open.depth + 1, ...(!TABLE_PARTS.has(element.tag) && { textHolder: element }) });
    }
    stack.push(inside);
  }
  return root;
}

/** Addresses that a link may lead to, and those of pictures that the mail itself has; others are left out. */
const SCHEMES: Record<string, RegExp | undefined> = { href: /^(https?|mailto|tel)$/i, src: /^cid$/i };

function attributesOf({ attrs }: DefaultTreeAdapterTypes.Element): Record<string, string> {
  const attributes: Record<string, string> = Object.create(null);
  for (const { name, value } of attrs) {
    // browsers pass over blanks and controls within an address
    const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(value.replace(/[\0-\x20]+/g, ''))?.[1];
    const allowed = SCHEMES[name];
    if (!allowed || scheme === undefined || allowed.test(scheme)) attributes[name] = value;
  }
  return attributes;
}

function isHidden(attributes: Record<string, string>): boolean {
  return attributes.hidden !== undefined || /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attributes.style ?? '');
}

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

/** In XHTML, `<title/>` is an element without content; HTML would take all that follows for the title. */
function closeEmptyElements(html: string): string {
  if (!/^\s*<\?xml\b|<html\b[^<>]{0,1000}\bxmlns\s*=/i.test(html.slice(0, 4000))) return html;
  return html.replace(/<([a-z][\w-]{0,40})((?:\s[^<>]{0,4000})?)\/>/gi, (tag, name: string, attributes: string) =>
    VOID.has(name.toLowerCase()) ? tag : `<${name}${attributes}></${name}>`,
  );
}
