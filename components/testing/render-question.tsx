import { cloneElement, type ReactElement, type ReactNode, useState } from 'react';
import { CurrentUserContext } from '#components/shared/current-user.ts';
import { renderInApp } from './render-in-app.tsx';

/** Who is asked. */
export const ADA = { id: 'ada', name: 'Ada', email: 'ada@example.org', role: 'reviewer' as const };

/** Shows a signed-in person a question that goes when it is closed. @param beside what else is on the screen */
export function renderQuestion(question: ReactElement<{ onClose: () => void }>, beside: ReactNode) {
  return renderInApp(
    <CurrentUserContext value={ADA}>
      {beside}
      <Question>{question}</Question>
    </CurrentUserContext>,
  );
}

function Question({ children }: { children: ReactElement<{ onClose: () => void }> }) {
  const [isOpen, setOpen] = useState(true);
  return isOpen ? cloneElement(children, { onClose: () => setOpen(false) }) : null;
}
