import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import { SecondOpinionWords } from './second-opinion-words.tsx';
import { SentWith } from './sent-with.tsx';

/** Where the document was sent, and that parts of the answer fit no field; opens the answer. Which service is asked about its values besides. */
export function RawResponseNote({ detail, onOpen }: { detail: DeskDocumentDetail; onOpen: () => void }) {
  const count = Object.keys(detail.unfitting).length + (detail.unfitting_left ?? 0);
  const { deployment, notice } = detail;
  if (!detail.fields || (count === 0 && (!deployment || deployment.embedded))) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 border-b bg-canvas px-4 py-1.5 text-ink-muted text-xs">
      {deployment && !deployment.embedded ? <span>Read by “{deployment.name}”.</span> : null}
      <SentWith metadata={detail.metadata} />
      {notice ? <span className="text-warn">{notice} Check these values with more care.</span> : null}
      {count > 0 ? (
        <span>{count === 1 ? 'One value' : `${count.toLocaleString('en')} values`} in its response could not be assigned to a field.</span>
      ) : null}
      <button type="button" className="text-accent underline-offset-2 hover:underline" onClick={onOpen}>
        Show the response
      </button>
      <SecondOpinionWords detail={detail} />
    </p>
  );
}
