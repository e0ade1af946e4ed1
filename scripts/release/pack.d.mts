export interface Packed {
  name: string;
  version: string;
  manifest: object;
  file: string;
  integrity: string;
  size: number;
  entryCount: number;
}
export function packPackages(target: string): Packed[];
