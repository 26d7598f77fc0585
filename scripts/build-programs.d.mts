export function buildPrograms(options?: { tolerant?: boolean }): Promise<void>;
export function packModels(target?: string, source?: string): Promise<boolean>;
