import { sql, type Kysely, type Migration } from 'kysely'

/**
 * Whose login a proof is, for good: the username of `proved_by` may change at the provider. A server of the version before
 * writes `proved_by` alone, so the subject counts only where `subject_username` is the same name.
 */
export const proofPeople: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      alter table identity_provider_proofs
        add column subject text collate "C",
        add column subject_username text`.execute(db)
  },
}
