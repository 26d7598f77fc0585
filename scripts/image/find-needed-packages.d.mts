type LockedPackage = {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};
export function findNeededPackages(options: {
  packages: Record<string, LockedPackage>;
  code: string;
  besides?: readonly string[];
  isLeftOut?: (name: string) => boolean;
}): string[];
