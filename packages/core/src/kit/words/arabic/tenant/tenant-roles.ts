/** The Arabic of `tenant/tenant-roles.ts`. */
export const tenantRoles = {
  TENANT_ROLE_LABEL_REQUIRED: 'أدخل اسمًا للدور المخصّص.',
  TENANT_ROLE_LABEL_TOO_LONG: 'الحد الأقصى لاسم الدور المخصّص {nameLengthMax} حرفًا.',
  'tenantRole.created': 'أُنشئ الدور المخصّص.',
  'tenantRole.updated': 'حُفظ الدور المخصّص.',
  'tenantRole.deleted': 'حُذف الدور المخصّص وارتباطاته.',
  'tenantRole.notFound': 'لا يوجد دور مخصّص بهذا المعرّف.',
  'tenantRole.none': 'لا توجد أدوار مخصّصة بعد.',
  'tenantRole.create': 'إنشاء دور مخصّص',
  'tenantRole.toList': 'إلى الأدوار المخصّصة',
  'tenantRole.deleteTitle': 'هل تريد حذف {name}؟',
  'tenantRole.deleteMessage': 'سيُحذف الدور وارتباطاته في كل البيئات. لا يمكن التراجع عن ذلك.',
  'tenantRole.deleteCount':
    '{count, plural, =0 {غير مرتبط بأي مجموعة.} zero {لا يُحذف معه أي ارتباط.} one {يُحذف معه ارتباط واحد: {where}.} two {يُحذف معه ارتباطان: {where}.} few {تُحذف معه # ارتباطات: {where}.} many {يُحذف معه # ارتباطًا: {where}.} other {يُحذف معه # ارتباط: {where}.}}',
  'tenantRole.lead':
    'الأدوار المخصّصة نفسها في كل البيئات. وتحدّد علامة التبويب «الأدوار والمجموعات» في كل بيئة المجموعات التي تحملها هناك.',
  'tenantRole.noneHint': 'للدور المخصّص اسم؛ ويُربط بمجموعات في كل بيئة.',
  'tenantRole.readonly': 'الأدوار المخصّصة للقراءة فقط: لا يمكن إنشاؤها أو إعادة تسميتها أو حذفها.',
  'tenantRole.search': 'البحث في الأدوار المخصّصة',
  'tenantRole.noMatch': 'لا يوجد دور مخصّص يطابق «{text}».',
  'tenantRole.count':
    '{count, plural, zero {لا أدوار مخصّصة} one {دور مخصّص واحد} two {دوران مخصّصان} few {# أدوار مخصّصة} many {# دورًا مخصّصًا} other {# دور مخصّص}}',
  'tenantRole.mappings': 'المجموعات التي لها هذا الدور',
  'tenantRole.mappingsIn': 'المجموعات في {name}',
} as const
