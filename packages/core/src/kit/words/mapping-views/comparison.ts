/** Sentences of the comparison of two environments, and of the promotion of their mappings. */
export const comparison = {
  'compare.title': 'Compare {name} with another environment',
  'compare.lead':
    'Roles of applications are compared by name; custom roles and groups are the same in all environments.',
  'compare.with': 'Compare with',
  'compare.choose': 'Choose an environment',
  'compare.alone': 'There is no other environment to compare with.',
  'compare.swap': 'Compare {from} with {to} instead',
  'compare.differences': 'Differences',
  'compare.all': 'All mappings',
  'compare.show': 'Show',
  'compare.state': 'State',
  'compare.summary':
    '{different, plural, one {# mapping differs} other {# mappings differ}}, {onlyFrom, number} only in {from}, {onlyTo, number} only in {to}, {same, number} the same.',
  'compare.nothing': '{to} has the same mappings as {from}.',
  'compare.different': 'Different',
  'compare.only-from': 'Only in {from}',
  'compare.only-to': 'Only in {to}',
  'compare.same': 'Same',
  'compare.missing': 'No such role or application',
  'compare.onlyIn': 'only in {name}',
  'promote.title': 'Promote from {from} to {to}',
  'promote.missing': 'Not in {to}, so not promoted: {names}.',
  'promote.kept': 'Only in {to}, unchanged: {names}.',
  'promote.readonly': '{to} is read-only: nothing there can be changed.',
  'promote.nothing': 'There is nothing to promote to {to}.',
  'promote.review': '{count, plural, one {Review # mapping} other {Review # mappings}}',
  'promote.ask':
    '{count, plural, one {Replace # mapping of {to} with that of {from}?} other {Replace # mappings of {to} with those of {from}?}}',
  'promote.lead':
    'Access in {to} changes with the next page that people open. A mapping that changed since this comparison is not replaced.',
  'promote.go': '{count, plural, one {Promote # mapping} other {Promote # mappings}}',
  'promote.again': 'Compare again',
} as const
