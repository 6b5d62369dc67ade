/** The German of `admin/environments.ts`. */
export const environments = {
  'environments.tabs': 'Einstellungen von {name}',
  'environments.fact.name': 'Name',
  'environments.fact.type': 'Typ',
  'environments.fact.id': 'ID',
  'environments.fact.urn': 'URN',
  'environments.fact.editing': 'Bearbeitung',
  'environments.editable': 'Erlaubt',
  'environments.copy': '{what} von {name} kopieren',
  'environments.nameHint':
    'Eindeutig im Mandanten, höchstens {environmentNameLengthMax, number} Zeichen. Adressen und URNs bleiben, wie sie sind.',
  'environments.rename': 'Umgebung umbenennen',
  'environments.renamed': 'Die Umgebung wurde umbenannt.',
  'environments.unknown': 'Es gibt keine Umgebung mit dieser ID.',
} as const
