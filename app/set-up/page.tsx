import type { Metadata } from 'next';
import { SetUpScreen } from '#components/sign-in/set-up-screen.tsx';

export const metadata: Metadata = { title: 'Set up' };

export default function Page() {
  return <SetUpScreen />;
}
