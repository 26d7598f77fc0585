import type { Metadata } from 'next';
import { KeysScreen } from '#components/settings/keys/keys-screen.tsx';

export const metadata: Metadata = { title: 'API keys' };

export default function Page() {
  return <KeysScreen />;
}
