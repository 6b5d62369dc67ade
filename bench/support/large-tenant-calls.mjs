const admin = '/api/portal/admin'

/** `path` of the first page, and a search of it. */
export function lists({ environment, provider, application, everyonesApplication }) {
  const applications = `${admin}/environments/${environment}/applications`
  return {
    people: { path: `${admin}/people?limit=100`, search: 'person 77' },
    'people of a frequent name': { path: `${admin}/people?limit=100`, search: 'person' },
    'one person': { path: `${admin}/people?limit=100`, search: 'person777@' },
    groups: { path: `${admin}/idps/${provider}/groups?limit=100`, search: 'group 77' },
    'custom roles': { path: `${admin}/roles?limit=20`, search: 'role 7' },
    mappings: { path: `${admin}/environments/${environment}/mappings?limit=100`, search: 'role 77' },
    'openers of an application': { path: `${applications}/${application}/people?limit=50`, search: 'person 77' },
    'openers of one that all open': {
      path: `${applications}/${everyonesApplication}/people?limit=50`,
      search: 'person 77',
    },
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
