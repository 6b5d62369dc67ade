/** The Arabic of `of-notices/notices.ts`. */
export const notices = {
  'notices.title': 'إشعارات انتهاء الصلاحية',
  'notices.lead':
    'الشهادات والأسرار ورموز SCIM المميّزة وروابط الإعداد ورموز الاسترداد التي تنتهي صلاحيتها خلال {days} يومًا أو انتهت بالفعل.',
  'notices.none': 'لا شيء تنتهي صلاحيته خلال {days} يومًا.',
  'notices.noMatch': 'لا يوجد إشعار مطابق.',
  'notices.level.urgent': 'عاجل',
  'notices.level.soon': 'قريبًا',
  'notices.level.later': 'لاحقًا',
  'notices.tenant': 'الشركة كلها',
  'notices.what.certificate1': 'شهادة التوقيع 1',
  'notices.what.certificate2': 'شهادة التوقيع 2',
  'notices.what.applicationSecret': 'سر التطبيق',
  'notices.what.nextApplicationSecret': 'سر التطبيق التالي',
  'notices.what.key1': 'شهادة المفتاح 1',
  'notices.what.key2': 'شهادة المفتاح 2',
  'notices.what.scimToken': 'رمز SCIM المميّز {beginning}',
  'notices.what.setupUrl': 'رابط الإعداد',
  'notices.what.recoveryCodes': 'رموز الاسترداد',
  'notices.expires':
    '{what}: {days, plural, =0 {تنتهي الصلاحية خلال يوم.} zero {تنتهي الصلاحية خلال يوم.} one {تنتهي الصلاحية خلال يوم واحد.} two {تنتهي الصلاحية خلال يومين.} few {تنتهي الصلاحية خلال # أيام.} many {تنتهي الصلاحية خلال # يومًا.} other {تنتهي الصلاحية خلال # يوم.}}',
  'notices.expired':
    '{what}: {days, plural, =0 {انتهت الصلاحية اليوم.} zero {انتهت الصلاحية اليوم.} one {انتهت الصلاحية منذ يوم واحد.} two {انتهت الصلاحية منذ يومين.} few {انتهت الصلاحية منذ # أيام.} many {انتهت الصلاحية منذ # يومًا.} other {انتهت الصلاحية منذ # يوم.}}',
  'notices.extended': '{what}: انتهت الصلاحية، مع القبول حتى {date}.',
  'notices.replaced': 'هناك بديل صالح لمدة أطول.',
  'notices.more':
    '{count, plural, zero {# أخرى} one {واحد آخر} two {اثنان آخران} few {# أخرى} many {# أخرى} other {# أخرى}}',
  'notices.show': 'إظهار إشعارات انتهاء الصلاحية',
} as const
