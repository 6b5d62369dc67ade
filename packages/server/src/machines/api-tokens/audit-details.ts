import type { OwnedApiToken } from '@portico/core/contract'

export function apiTokenTarget({ id, name }: Pick<OwnedApiToken, 'id' | 'name'>) {
  return { kind: 'api-token', id, name } as const
}

/** What the audit log has about a token: never the token itself. */
export function auditedApiToken(token: OwnedApiToken) {
  const { owner, application, environment, roles, tenantRoles, expiresAt } = token
  return {
    owner: owner.username,
    application: application.label,
    environment: environment.name,
    roles,
    tenantRoles,
    expiresAt,
  }
}
