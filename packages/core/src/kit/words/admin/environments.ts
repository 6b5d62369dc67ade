/** Settings of an environment. */
export const environments = {
  'environments.tabs': 'Settings of {name}',
  'environments.fact.name': 'Name',
  'environments.fact.type': 'Type',
  'environments.fact.id': 'ID',
  'environments.fact.urn': 'URN',
  'environments.fact.editing': 'Editing',
  'environments.editable': 'Allowed',
  'environments.copy': 'Copy the {what} of {name}',
  'environments.nameHint':
    'Unique in the tenant, at most {environmentNameLengthMax, number} characters. Addresses and URNs stay as they are.',
  'environments.rename': 'Rename the environment',
  'environments.renamed': 'The environment was renamed.',
  'environments.unknown': 'There is no environment with this id.',
} as const
