export function buildPrograms(options?: { tolerant?: boolean }): Promise<void>;
