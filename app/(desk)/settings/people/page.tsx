import type { Metadata } from 'next';
import { PeopleScreen } from '#components/settings/people/people-screen.tsx';

export const metadata: Metadata = { title: 'People' };

export default function Page() {
  return <PeopleScreen />;
}
