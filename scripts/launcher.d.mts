export function build(): void;
export declare const root: string;
export declare function inLittleMemory(env?: Readonly<Record<string, string | undefined>>): Record<string, string>;
