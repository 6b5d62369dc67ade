/** Names whose values never appear in `--debug`, dry runs or messages. */
const secretNames =
  /^(?:authorization|cookie|set-cookie|x-csrftoken|code|code_verifier|device_code|.*(?:secret|password|token|assertion).*)$/i

/** Fields about secrets, about the token endpoint, and how long refresh tokens are valid, are not secret. */
const plainNames = /^(?:secrets|refreshTokens|tokenUrl|tokenAuthMethod|\w*SecretStartsOn|\w*SecretEndsOn)$/

export const masked = '••••••'

export function isSecretName(name: string): boolean {
  return secretNames.test(name) && !plainNames.test(name)
}

/** A JSON-like value with the values of secret names masked, at any depth; a boolean is a setting, not a secret. */
export function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isSecretName(name) && typeof inner !== 'boolean' ? masked : maskSecrets(inner),
    ]),
  )
}
