/** The Arabic of `server-and-terminal/metadata-readings.ts`. */
export const metadataReadings = {
  'metadata.unchanged': 'لا تتضمن البيانات الوصفية شهادة جديدة هنا.',
  'metadata.changed': 'حُدّثت الشهادات من البيانات الوصفية.',
  'metadata.new':
    'تتضمن البيانات الوصفية شهادة غير محفوظة هنا: {detail}. حدّث لقبولها، أو فعّل «متابعة البيانات الوصفية».',
  'metadata.full':
    'تتضمن البيانات الوصفية شهادة غير محفوظة هنا: {detail}. الخانتان مشغولتان؛ أخرج إحدى الشهادتين من الخدمة أولًا.',
  'metadata.waiting':
    'لم تعد البيانات الوصفية تذكر إحدى الشهادات. يمكن إخراجها من الخدمة بعد التحقق من تسجيل دخول بشهادة أخرى مذكورة.',
  'metadata.unreachable': 'تعذّرت قراءة البيانات الوصفية: {detail}',
  'metadata.unreadable': 'الرد ليس بيانات SAML وصفية: {detail}',
  'metadata.other-entity': 'لا تصف البيانات الوصفية قيمة entity ID لهذا الموفّر. بل تصف: {detail}',
  'metadata.over': 'انتهت صلاحية البيانات الوصفية في {detail}. لم يستخدمها Portico.',
  'metadata.no-certificate': 'لا تتضمن البيانات الوصفية أي شهادة قابلة للاستخدام. لم يتغيّر شيء.',
} as const
