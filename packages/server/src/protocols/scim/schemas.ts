/** Attributes of people and groups (RFC 7643 sections 3.1, 4 and 7). */
export type AttributeType = 'string' | 'boolean' | 'dateTime' | 'reference' | 'binary' | 'complex'

export type Attribute = {
  readonly name: string
  readonly type: AttributeType
  readonly multiValued: boolean
  readonly description: string
  readonly required: boolean
  readonly caseExact: boolean
  readonly mutability: 'readOnly' | 'readWrite' | 'immutable'
  readonly returned: 'always' | 'default'
  readonly uniqueness: 'none' | 'server'
  readonly referenceTypes?: readonly string[]
  /** The values that are accepted, in any case. */
  readonly canonicalValues?: readonly string[]
  readonly subAttributes?: readonly Attribute[]
}

export type Schema = {
  /** The URN. */
  readonly id: string
  readonly name: string
  readonly description: string
  readonly attributes: readonly Attribute[]
}

/** A kind of resource: its own schema, its extensions, and the attributes that every resource has. */
export type ResourceType = {
  readonly name: 'User' | 'Group'
  readonly endpoint: '/Users' | '/Groups'
  readonly schema: Schema
  readonly extensions: readonly Schema[]
  /** What names without a URN mean: the attributes of its own schema, and those of every resource. */
  readonly attributes: readonly Attribute[]
}

type More = Partial<Omit<Attribute, 'name' | 'description'>>

function attribute(name: string, description: string, more: More = {}): Attribute {
  return {
    name,
    type: 'string',
    multiValued: false,
    description,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...more,
  }
}

function complex(name: string, description: string, subAttributes: readonly Attribute[], more: More = {}): Attribute {
  return attribute(name, description, { type: 'complex', subAttributes, ...more })
}

/** An attribute with several values, each with `value`, `display`, `type` and `primary`. */
function plural(name: string, description: string, value: More = {}, more: More = {}): Attribute {
  return complex(
    name,
    description,
    [
      attribute('value', 'The value', value),
      attribute('display', 'A name for display'),
      attribute('type', 'What it is used for, such as work or home'),
      attribute('primary', 'Whether it is the preferred one', { type: 'boolean' }),
    ],
    { multiValued: true, ...more },
  )
}

const fixed: More = { mutability: 'readOnly' }

/** What every resource has (RFC 7643 section 3.1). */
export const commonAttributes: readonly Attribute[] = [
  attribute('id', 'Identifier at this service provider', {
    ...fixed,
    caseExact: true,
    returned: 'always',
    uniqueness: 'server',
  }),
  attribute('externalId', 'Identifier in the directory', { caseExact: true }),
  attribute('schemas', 'URNs of the schemas', {
    ...fixed,
    multiValued: true,
    type: 'reference',
    caseExact: true,
    returned: 'always',
  }),
  complex(
    'meta',
    'When it was created and changed, and where it is',
    [
      attribute('resourceType', 'User or Group', { ...fixed, caseExact: true }),
      attribute('created', 'When it was created', { ...fixed, type: 'dateTime' }),
      attribute('lastModified', 'When it was last changed', { ...fixed, type: 'dateTime' }),
      attribute('location', 'Its address', { ...fixed, type: 'reference', caseExact: true }),
      attribute('version', 'Its ETag', { ...fixed, caseExact: true }),
    ],
    fixed,
  ),
]

export const userSchema: Schema = {
  id: 'urn:ietf:params:scim:schemas:core:2.0:User',
  name: 'User',
  description: 'Person',
  attributes: [
    attribute('userName', 'Username, unique in the identity provider', { required: true, uniqueness: 'server' }),
    complex('name', 'Parts of the name', [
      attribute('formatted', 'The whole name'),
      attribute('familyName', 'Family name'),
      attribute('givenName', 'Given name'),
      attribute('middleName', 'Middle names'),
      attribute('honorificPrefix', 'Title before the name'),
      attribute('honorificSuffix', 'Suffix after the name'),
    ]),
    attribute('displayName', 'Name for display'),
    attribute('nickName', 'How the person is called'),
    attribute('profileUrl', 'Page about the person', { type: 'reference', referenceTypes: ['external'] }),
    attribute('title', 'Job title'),
    attribute('userType', 'Relation to the company'),
    attribute('preferredLanguage', 'Preferred language'),
    attribute('locale', 'Locale'),
    attribute('timezone', 'Time zone'),
    attribute('active', 'Whether the person may sign in', { type: 'boolean' }),
    plural('emails', 'E-mail addresses'),
    plural('phoneNumbers', 'Phone numbers'),
    plural('ims', 'Addresses for instant messages'),
    plural('photos', 'Pictures', { type: 'reference', referenceTypes: ['external'] }),
    complex(
      'addresses',
      'Postal addresses',
      [
        attribute('formatted', 'The whole address'),
        attribute('streetAddress', 'Street and number'),
        attribute('locality', 'City'),
        attribute('region', 'State or region'),
        attribute('postalCode', 'Postal code'),
        attribute('country', 'Country'),
        attribute('type', 'What it is used for, such as work or home'),
        attribute('primary', 'Whether it is the preferred one', { type: 'boolean' }),
      ],
      { multiValued: true },
    ),
    complex(
      'groups',
      'Groups of the person; change them at the group',
      [
        attribute('value', 'Identifier of the group', { ...fixed, caseExact: true }),
        attribute('$ref', 'Address of the group', { ...fixed, type: 'reference', referenceTypes: ['Group'] }),
        attribute('display', 'Name of the group', fixed),
        attribute('type', 'How the person belongs to it', { ...fixed, canonicalValues: ['direct'] }),
      ],
      { ...fixed, multiValued: true },
    ),
    plural('entitlements', 'Entitlements'),
    plural('roles', 'Roles in the directory'),
    plural('x509Certificates', 'Certificates', { type: 'binary' }),
  ],
}

export const enterpriseSchema: Schema = {
  id: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  name: 'EnterpriseUser',
  description: 'Enterprise extension of a person',
  attributes: [
    attribute('employeeNumber', 'Number of the employee'),
    attribute('costCenter', 'Cost centre'),
    attribute('organization', 'Organisation'),
    attribute('division', 'Division'),
    attribute('department', 'Department'),
    complex('manager', 'Manager', [
      attribute('value', 'Identifier of the manager', { caseExact: true }),
      attribute('$ref', 'Address of the manager', { type: 'reference', referenceTypes: ['User'] }),
      attribute('displayName', 'Name of the manager', fixed),
    ]),
  ],
}

/** Members of other types are refused. */
export const memberTypes = ['User'] as const

export const groupSchema: Schema = {
  id: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  name: 'Group',
  description: 'Group',
  attributes: [
    attribute('displayName', 'Name, unique in the identity provider', { required: true, uniqueness: 'server' }),
    complex(
      'members',
      'People in the group',
      [
        attribute('value', 'Identifier of the member', { mutability: 'immutable', caseExact: true }),
        attribute('$ref', 'Address of the member', {
          mutability: 'immutable',
          type: 'reference',
          referenceTypes: ['User'],
        }),
        attribute('display', 'Name of the member', fixed),
        attribute('type', 'Kind of the member', { mutability: 'immutable', canonicalValues: memberTypes }),
      ],
      { multiValued: true },
    ),
  ],
}

export const userType: ResourceType = {
  name: 'User',
  endpoint: '/Users',
  schema: userSchema,
  extensions: [enterpriseSchema],
  attributes: [...commonAttributes, ...userSchema.attributes],
}

export const groupType: ResourceType = {
  name: 'Group',
  endpoint: '/Groups',
  schema: groupSchema,
  extensions: [],
  attributes: [...commonAttributes, ...groupSchema.attributes],
}
