/**
 * A group of a provider: `claim` is its permanent name in tokens, `name` its readable name, if that differs. `knownAs` is
 * what transforms made of the claim; groups that are known as the same are one group.
 */
export type AssertedGroup = { readonly claim: string; readonly name?: string; readonly knownAs?: string }
