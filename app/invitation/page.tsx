import type { Metadata } from 'next';
import { InvitationScreen } from '#components/sign-in/invitation-screen.tsx';

export const metadata: Metadata = { title: 'Welcome', referrer: 'no-referrer' };

export default function Page() {
  return <InvitationScreen />;
}
