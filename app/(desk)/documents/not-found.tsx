import { LostNote } from '#components/shell/lost-note.tsx';

/** Shown inside the frame in place of a document that is not there. */
export default function DocumentNotFound() {
  return <LostNote title="There is no such document">The address may be mistyped, or the document was deleted.</LostNote>;
}
