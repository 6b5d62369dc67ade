const admin = '/api/portal/admin'

/** Found in most rows of a list, or in ten of them, in a tenant of any size: answers of the same length are compared. */
const searches = (frequent) => ({ 'search of a frequent name': frequent, 'search of a rare name': 'rare' })

/** `path` of the first page, and searches of it. */
export function lists({ environment, provider, application, everyonesApplication }) {
  const applications = `${admin}/environments/${environment}/applications`
  return {
    people: {
      path: `${admin}/people?limit=100`,
      searches: { ...searches('person'), 'search of one person': 'person777@' },
    },
    groups: { path: `${admin}/idps/${provider}/groups?limit=50`, searches: searches('group') },
    'custom roles': { path: `${admin}/roles?limit=50`, searches: searches('role') },
    mappings: { path: `${admin}/environments/${environment}/mappings?limit=100`, searches: searches('custom') },
    'openers of an application': {
      // As many as open it in the small tenant: answers of the same length are compared.
      path: `${applications}/${application}/people?limit=10`,
      searches: searches('person'),
    },
    'openers of one that all open': {
      path: `${applications}/${everyonesApplication}/people?limit=50`,
      searches: searches('person'),
    },
    'audit log': { path: `${admin}/audit?limit=50`, isCounted: false, searches: searches('person') },
  }
}

export function details({ environment, everyonesApplication, person, group, username }) {
  return {
    'a person': `${admin}/people/${person}`,
    'uses of a group': `${admin}/groups/${group}/mappings`,
    'mappings of a group': `${admin}/environments/${environment}/mappings?limit=100&group=${group}`,
    'explain a username': `${admin}/access/explain?user=${username}`,
    'explain an application': `${admin}/access/explain?user=${username}&application=${everyonesApplication}`,
    launcher: '/api/portal/launcher/applications',
  }
}
