/** Where the provider sends the browser back; one address per provider (mix-up defence, RFC 9700 section 2.1). */
export function redirectUri(baseUrl: string, providerId: string): string {
  return `${baseUrl}/api/login/idps/${providerId}/oidc/callback`
}
