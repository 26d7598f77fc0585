import type { Metadata } from 'next';
import { LostScreen } from '#components/shell/lost-screen.tsx';

export const metadata: Metadata = { title: 'Not found' };

export default function NotFound() {
  return <LostScreen />;
}
