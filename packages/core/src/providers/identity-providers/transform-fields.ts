import { sections, type ConfigField } from './config-field.ts'

/** Every type has them, after its own fields. */
export const transformFields: readonly ConfigField[] = [
  {
    name: 'usernameTransforms',
    label: 'Username transforms',
    help: 'Change usernames from the provider in this order, before they are compared with the username formats.',
    section: sections.transforms,
    kind: 'transforms',
    required: false,
  },
  {
    name: 'groupTransforms',
    label: 'Group transforms',
    help: 'Change the names of groups in this order, before they are compared with the mapped groups.',
    section: sections.transforms,
    kind: 'transforms',
    required: false,
  },
]
