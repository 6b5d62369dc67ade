/** The Arabic of `admin/environments.ts`. */
export const environments = {
  'environments.tabs': 'إعدادات {name}',
  'environments.fact.name': 'الاسم',
  'environments.fact.type': 'النوع',
  'environments.fact.id': 'المعرّف',
  'environments.fact.urn': 'URN',
  'environments.fact.editing': 'التحرير',
  'environments.editable': 'مسموح به',
  'environments.copy': 'نسخ {what} ({name})',
  'environments.nameHint':
    'فريد لدى المستأجر، وبحد أقصى {environmentNameLengthMax, number} حرفًا. لا تتغيّر العناوين وقيم URN.',
  'environments.rename': 'إعادة تسمية البيئة',
  'environments.renamed': 'أُعيدت تسمية البيئة.',
  'environments.unknown': 'لا توجد بيئة بهذا المعرّف.',
} as const
