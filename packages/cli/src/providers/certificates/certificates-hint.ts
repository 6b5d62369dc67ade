/** The command that lists the certificates of a provider. */
export function certificatesHint(name: string): string {
  return `portico cert list --idp ${/^[\w.-]+$/.test(name) ? name : JSON.stringify(name)}`
}
