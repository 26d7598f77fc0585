// The plan of the house: which room may import which, the order inside each room, and each room's door. Walls are made of it, and checked.
const SERVER_ROOMS = 'desk service backup session deployment reading extraction files platform document contract'
  .split(' ')
  .map((room) => `lib/${room}`);

/**
 * The rooms. A room inside another has walls of its own besides those of the outer one, whose order gives it its place.
 * - `what`: what lives there; screens have none.
 * - `mayImport`: the other rooms it may import.
 * - `order`: its inner folders, bottom to top. A folder may import the folders before it and, where the room has loose files, `.` stands
 *   for them. An inner list holds folders that are equals: none may import another one.
 * - `door`: the files that other rooms may import, below the room's folder; `*` stands for a name. Without one, everything. Tests and benches may enter anywhere.
 */
export const ROOMS = {
  'lib/contract': {
    what: 'zod schemas and types of the interface and of the desk’s own API, states, problem codes',
    mayImport: [],
    order: ['json', 'http', 'problems', 'service', 'desk'],
  },
  'lib/document': {
    what: 'pure facts about documents, the same in browser, server and child process',
    mayImport: ['lib/contract'],
    order: ['units', ['csv', 'values'], ['geometry', 'schemas', 'splitting', 'statistics'], ['rows', 'grounding'], 'rules', 'review'],
  },
  'lib/platform': {
    what: 'config (the only reader of `process.env`), secrets, database, queue, blob store, mail, child processes, metrics, monitoring and traces, log, clock',
    mayImport: ['lib/contract'],
    order: ['.', ['metrics', 'tracing'], 'database', ['blobs', 'http', 'mail'], 'monitoring', 'children', ['embedded-postgres', 'queue']],
  },
  'lib/files': {
    what: 'the one owner of stored files: their keys, the lock on a file, removing what no document refers to',
    mayImport: ['lib/platform', 'lib/contract'],
  },
  'lib/backup': {
    what: 'backups of database and files: making, restoring and checking them, over all rooms’ tables without knowing what they mean',
    mayImport: ['lib/files', 'lib/platform', 'lib/document', 'lib/contract'],
    order: ['.', ['age', 'location'], 'repository', ['database', 'files'], 'keeping'],
  },
  'lib/reading': {
    what: 'file to pages: sniffing, one adapter per format, recognition, page pictures',
    mayImport: ['lib/files', 'lib/platform', 'lib/document', 'lib/contract'],
    order: [
      'model',
      ['files', 'encoding', 'barcodes', 'tables', 'ocr/ink', 'ocr/networks'],
      'ocr/lines',
      'ocr/words',
      'ocr',
      ['compound', 'xml', 'page-text'],
      ['layout', 'sniffing'],
      ['legacy', 'pictures'],
      ['formats', 'protection'],
      ['child', 'parent'],
      'packs',
      '.',
    ],
    door: ['reader', 'model/*', 'packs/*'],
  },
  'lib/reading/legacy': {
    what: 'formats of old programs: Word and PowerPoint 97, rich text, their ciphers, and what is tried where they are damaged',
    mayImport: ['lib/reading', 'lib/contract'],
    order: [
      ['ciphers', 'fallback', 'rtf'],
      ['word', 'powerpoint'],
    ],
    door: ['*/*-adapter', 'powerpoint/ppt-slide-picture', 'rtf/rtf-blocks', 'rtf/rtf-html', 'ciphers/find-legacy-lock'],
  },
  'lib/reading/formats': {
    what: 'a folder per format with its adapter',
    mayImport: ['lib/reading', 'lib/document', 'lib/contract'],
    order: [['ooxml', 'html', 'markdown'], ['docx', 'epub', 'mail', 'odf', 'pptx', 'text'], ['e-invoice', 'sheet'], 'pdf', 'image'],
    door: ['*/*-adapter', '*/*-slide-picture', '*/compose-*', 'docx/word-xml-blocks', 'pdf/pdfium/pdfium', 'pdf/pdfium/substitute-fonts'],
  },
  'lib/extraction': {
    what: 'pages and schema to fields with evidence and confidence; classes, splitting, summaries; pure',
    mayImport: ['lib/document', 'lib/contract'],
    order: [
      'languages',
      ['view', 'classes', 'labels', 'recognisers'],
      ['terms', 'splitting', 'summary'],
      'candidates',
      'relations',
      'scoring',
      'values',
      ['rows', 'embedded-data'],
      ['rows/sections', 'lists'],
      'answers',
      'memory',
      '.',
    ],
    door: [
      'extract',
      'learn-lesson',
      'memory/check-accounts',
      'memory/find-alike',
      'memory/search-beginnings',
      'memory/lesson',
      'memory/track-record',
      'memory/party-keys',
      'memory/sketch-reading',
      'combine-results',
      'ground-model-answer',
      'classify',
      'classes/profile',
      'classify-segments',
      'split',
      'summarise',
      'ground-summary',
      'key-facts',
    ],
  },
  'lib/service': {
    what: 'the document service: HTTP under `/v1`, operations, jobs, store',
    mayImport: ['lib/extraction', 'lib/reading', 'lib/files', 'lib/platform', 'lib/document', 'lib/contract'],
    order: [['context', 'engine', 'conformance'], ['model', 'schemas'], 'examples', 'jobs', 'documents', 'http', '.'],
    door: ['service', 'context/*', 'engine/extraction-pool', 'conformance/run-conformance'],
  },
  'lib/session': {
    what: 'users, roles, sign-in',
    mayImport: ['lib/platform', 'lib/contract'],
    order: ['context', 'people', 'sign-in', ['links', 'account'], '.'],
    door: [
      'create-sessions',
      'context/client-address',
      'context/read-session-body',
      'set-up-token',
      'people/has-people',
      'people/list-*',
      'people/people',
      'links/*',
      'account/account',
      'account/two-factor',
    ],
  },
  'lib/deployment': {
    what: 'client of the interface for any base URL',
    mayImport: ['lib/platform', 'lib/contract'],
    order: ['.', 'stand-in'],
    door: [
      'create-deployment-client',
      'create-keys-client',
      'deployment-error',
      'pace',
      'read-job-answer',
      'read-record',
      'read-summary',
      'infer-fields',
      'stand-in/remote-stand-in',
    ],
  },
  'lib/desk': {
    what: 'documents as the desk knows them, by noun: tables, worker part, and the operations that others may ask for',
    mayImport: ['lib/deployment', 'lib/reading', 'lib/files', 'lib/platform', 'lib/document', 'lib/contract'],
    order: [
      'context',
      ['secret-fingerprints', 'backups'],
      ['secret-fingerprints/operations', 'backups/operations'],
      'audit',
      'audit/operations',
      'deployments',
      'deployments/operations',
      'schemas',
      'schemas/operations',
      'documents',
      'search',
      'documents/operations',
      ['deployment-settings', 'review', 'jobs'],
      'inbox',
      ['deployment-settings/operations', 'review/operations', 'search/indexing', 'search/operations'],
      ['queues', 'classification', 'splitting', 'summaries', 'reports', 'learning', 'insights', 'previews'],
      [
        'queues/operations',
        'classification/operations',
        'splitting/operations',
        'summaries/operations',
        'reports/operations',
        'learning/operations',
        'insights/operations',
        'previews/operations',
        'inbox/operations',
      ],
      'automatic-approval',
      'second-opinions',
      ['automatic-approval/operations', 'following'],
      '.',
    ],
    door: [
      'create-desk',
      'create-desk-worker',
      'context/desk',
      'context/desk-queues',
      'audit/audit-origin',
      'documents/is-file-of-desk',
      '*/operations/*',
    ],
  },
  'lib/client': {
    what: 'the browser’s data: fetch, query keys, mutations, what is not saved yet',
    mayImport: ['lib/document', 'lib/contract'],
    order: ['http', 'documents', 'documents/changes', ['team', 'upload'], 'review/unsaved', 'review'],
    door: [
      'documents/*',
      'documents/changes/use-document-changes',
      'team/*',
      'upload/*',
      'review/*',
      'http/connection',
      'http/error-message',
      'http/new-id',
      'http/read-problem',
      'http/retry-send',
      'http/tab-id',
      'http/use-connection',
    ],
  },
  'components/ui': { what: 'primitives that know nothing of the product', mayImport: [], order: ['.', 'layers', 'inputs'] },
  'components/shared': {
    what: 'pieces that several screens show',
    order: ['.', ['charts', 'documents', 'filters', 'inbox', 'keys', 'pages', 'queues', 'two-factor'], ['splitting', 'comparison']],
    mayImport: ['components/ui', 'lib/client', 'lib/document', 'lib/contract'],
  },
  'components/upload': {
    what: 'dropping files, and the panel of uploads',
    mayImport: ['components/shared', 'components/ui', 'lib/client', 'lib/document', 'lib/contract'],
  },
  ...screens(['audit', 'compare-field', 'inbox', 'overview', 'queues', 'sign-in', 'splitting']),
  'components/insights': { ...screen(), order: ['fields', '.'] },
  'components/schemas': { ...screen(), order: ['outline', ['learned', 'versions', 'preview', 'sample'], '.'] },
  'components/settings': {
    ...screen(),
    order: ['.', ['account', 'approval', 'backups', 'deployments', 'keys', 'people', 'retention']],
    door: ['*/*-screen', 'settings-frame'],
  },
  'components/documents': { ...screen(['components/upload']), order: ['list', ['filters', 'views'], 'actions/bulk', 'actions', '.'] },
  'components/review': {
    ...screen(),
    order: ['session', 'pages/drawing', 'pages', 'panels', 'fields', 'rows', ['desk', 'quality-sample']],
  },
  'components/shell': {
    what: 'the frame around the screens: navigation, palette, who is signed in',
    mayImport: ['components/upload', 'components/shared', 'components/ui', 'lib/client', 'lib/document', 'lib/contract'],
    order: ['inbox', 'palette', '.'],
  },
  app: {
    what: 'thin pages and routes; `app/backend.ts` composes the web program',
    mayImport: [
      'lib/desk',
      'lib/session',
      'lib/platform',
      'components/audit',
      'components/documents',
      'components/compare-field',
      'components/inbox',
      'components/insights',
      'components/overview',
      'components/queues',
      'components/review',
      'components/schemas',
      'components/settings',
      'components/sign-in',
      'components/splitting',
      'components/shell',
      'components/shared',
      'components/ui',
      'lib/client',
      'lib/document',
      'lib/contract',
    ],
  },
  programs: { what: 'one file per process: launcher, service, workers, web', mayImport: ['app', ...SERVER_ROOMS] },
  training: {
    what: 'programs that make what ships: the weights',
    mayImport: ['lib/extraction', 'lib/reading', 'lib/platform', 'lib/document', 'lib/contract'],
    order: [['learning', 'sets'], ['synthetic', 'splitting'], 'labels', 'mined', ['extraction', 'memory'], '.'],
  },
  bench: { what: 'programs that measure', mayImport: ['training', 'programs/testing', ...SERVER_ROOMS] },
  e2e: {
    what: 'the product through a browser',
    mayImport: ['lib/contract'],
    order: ['steps', ['.', 'all-screens', 'documents', 'insights', 'queues', 'review', 'settings']],
  },
};

/** A screen imports no other screen; its door is the screen itself. */
function screen(more = []) {
  return {
    mayImport: [...more, 'components/shared', 'components/ui', 'lib/client', 'lib/document', 'lib/contract'],
    door: ['*-screen', '*/*-screen'],
  };
}

function screens(names) {
  return Object.fromEntries(names.map((name) => [`components/${name}`, screen()]));
}
