import { sql, type RawBuilder } from 'kysely'

/**
 * Condition on the row `alias` of `users`: the person is active, and the username belongs to their provider. To be asked instead of
 * `active`, because a person whose username was found not to belong to the provider stays active (docs/decisions/0125).
 */
export function maySignIn(alias: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${alias}.active`)} and ${sql.ref(`${alias}.username_foreign_since`)} is null)`
}
