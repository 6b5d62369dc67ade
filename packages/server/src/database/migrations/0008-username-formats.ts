import { sql, type Kysely, type Migration } from 'kysely'

import { definerFunction } from './wall.ts'

export const usernameFormats: Migration = {
  async up(db: Kysely<never>) {
    // For conflicts and explanations: also formats of providers that are switched off, which lead nowhere yet are taken.
    await definerFunction(db, {
      name: 'portico_username_format_holders',
      args: 'wanted_type text, candidates text[]',
      returns: 'table (tenant_id uuid, identity_provider_id uuid, value text, enabled boolean)',
      body: `select f.tenant_id, f.identity_provider_id, f.value, p.enabled
               from public.username_formats f
               join public.identity_providers p on p.tenant_id = f.tenant_id and p.id = f.identity_provider_id
              where f.type = wanted_type and f.value = any (candidates)
              order by length(f.value) desc`,
    })

    // The domains among `domains` that have a part which somebody reserved.
    await definerFunction(db, {
      name: 'portico_username_formats_below',
      args: 'domains text[]',
      returns: 'table (tenant_id uuid, domain text)',
      body: `select distinct f.tenant_id, d.domain
               from unnest(domains) as d (domain)
               join public.username_formats f
                 on f.type = 'suffix' and right(f.value, length(d.domain) + 1) = '.' || d.domain`,
    })

    await sql`create index username_formats_provider on username_formats (tenant_id, identity_provider_id)`.execute(db)
  },
}
