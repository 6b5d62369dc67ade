import { sections, type ConfigField } from './config-field.ts'

const row = (name: string, label: string, help: string, common = false): ConfigField => ({
  name,
  label,
  help,
  section: sections.attributes,
  kind: 'text',
  required: false,
  common,
})

/** Spec section 3, "attribute mappings": the names of attributes in an assertion. */
export const samlAttributeFields: readonly ConfigField[] = [
  row(
    'attributes.username',
    'Username',
    'The attribute with the username. Its domain must be among the username formats. Empty: the NameID.',
    true,
  ),
  row('attributes.group', 'Group', 'The attribute with the groups. Empty: no roles through groups.', true),
  row('attributes.firstName', 'First name', 'The attribute with the first name.'),
  row('attributes.lastName', 'Last name', 'The attribute with the last name.'),
  row('attributes.email', 'Email', 'The attribute with the email address.'),
  row('attributes.displayName', 'Display name', 'The attribute with the full name.'),
  row(
    'subjectAttribute',
    'Subject attribute',
    'The attribute that identifies a person permanently, even after a change of name. Empty: the NameID.',
  ),
]
