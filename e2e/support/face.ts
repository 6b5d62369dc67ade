/** A certificate as openssl makes it, and a public key in PEM. */
export type Files = { readonly certificate: string; readonly key: string }

/** One way to do a person's work on a service account in Staging; every step leaves the account as the others do. */
export type Face = {
  /** With the certificate's key, and Billing as clerk and viewer, Inventory as planner, Company Wiki as a whole. */
  create(name: string, files: Files): Promise<void>
  /** Another name, Billing as clerk only, no Company Wiki. */
  edit(name: string, newName: string): Promise<void>
  /** Begins a change, is stopped when leaving with it, and takes it back. */
  leaveWithChanges(name: string): Promise<void>
  /** The new key goes into the second slot; then the old one goes. */
  rotate(name: string, files: Files): Promise<void>
  remove(name: string): Promise<void>
  /** Ends the visit as a person does; nothing went wrong meanwhile that the steps did not see. */
  leave(): Promise<void>
  /** Ends whatever a failure left running. */
  close(): Promise<void>
}
