export type Fingerprint = { readonly look: string; readonly says: readonly string[] }
/** How a screen differs from its picture, one line each. */
export declare function ageOf(picture: Fingerprint | undefined, screen: Fingerprint): string[]
