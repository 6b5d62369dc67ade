/** A provider as its metadata in an aggregate describes it. */
export type Published = { readonly aggregateUrl: string; readonly entityId: string }

/** One way to do an administrator's work on an identity provider; every step leaves it as the others do. */
export type ProviderFace = {
  /** A SAML provider from what is published, with what is usual for its type. */
  create(name: string, published: Published): Promise<void>
  /** Tries a domain that another one has, is refused by that one's name, and gives it the free domain instead. */
  setFormats(name: string, taken: { domain: string; owner: string }, free: string): Promise<void>
  /** Asks for persistent name IDs instead of unspecified ones, and sees the difference before saving. */
  askForPersistentNames(name: string): Promise<void>
  /** Gets the finding that another entry of the tenant has the same entity ID. */
  lint(name: string, twin: string): Promise<void>
  /** Looks up where a username leads. */
  whereIs(username: string, provider: string): Promise<void>
  /** Sees its certificate as valid, and whose it is. */
  readCertificates(name: string, subject: string): Promise<void>
  /** Finds a refused sign-in in the list, opens it by its code, and reads these texts. */
  readSignIn(code: string, texts: readonly RegExp[]): Promise<void>
  /** Cannot delete with another name, and deletes with the right one. */
  remove(name: string): Promise<void>
  leave(): Promise<void>
  /** Ends whatever a failure left running. */
  close(): Promise<void>
}
