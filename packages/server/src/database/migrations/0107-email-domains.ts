import { sql, type Kysely, type Migration } from 'kysely'

import { definerFunction, ownerDoor, tenantWall } from './wall.ts'

/**
 * Domains whose e-mail addresses belong to the people of a provider, beside its username formats (docs/decisions/0127). A table of
 * its own: the version before reads every row of `username_formats` as a format.
 */
export const emailDomains: Migration = {
  async up(db: Kysely<never>) {
    // unique (value) without tenant_id: a domain belongs to one provider in the whole deployment, as a format does.
    await sql`
      create table email_domains (
        tenant_id uuid not null,
        id uuid not null,
        identity_provider_id uuid not null,
        value text collate "C" not null check (value = lower(value) and value <> ''),
        primary key (tenant_id, id),
        unique (value),
        foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade
      )`.execute(db)
    await sql`create index email_domains_provider on email_domains (tenant_id, identity_provider_id)`.execute(db)
    await tenantWall(db, 'email_domains')
    await ownerDoor(db, 'email_domains')
    for (const table of ['identity_provider_drafts', 'unconfirmed_changes'])
      await sql`alter table ${sql.table(table)} add column email_domains text[] not null default '{}'`.execute(db)

    // Domains with the e-mail suffixes among the username formats. Of the same value at two providers, which an earlier version may
    // have made, the format counts.
    const all = `
      select f.tenant_id, f.identity_provider_id, f.value, true as is_format
        from public.username_formats f where f.type = 'suffix'
      union all
      select e.tenant_id, e.identity_provider_id, e.value, false from public.email_domains e`
    await definerFunction(db, {
      name: 'portico_email_domain_holders',
      args: 'candidates text[]',
      returns: 'table (tenant_id uuid, identity_provider_id uuid, value text, enabled boolean)',
      body: `select d.tenant_id, d.identity_provider_id, d.value, p.enabled
               from (${all}) d
               join public.identity_providers p on p.tenant_id = d.tenant_id and p.id = d.identity_provider_id
              where d.value = any (candidates)
              order by length(d.value) desc, d.is_format desc`,
    })
    await definerFunction(db, {
      name: 'portico_email_domains_below',
      args: 'domains text[]',
      returns: 'table (tenant_id uuid, domain text)',
      body: `select distinct f.tenant_id, d.domain
               from unnest(domains) as d (domain)
               join (${all}) f on right(f.value, length(d.domain) + 1) = '.' || d.domain`,
    })
  },
}
