/** The Arabic of `of-clients/clients.ts`. */
export const clients = {
  CLIENT_ADDRESS: 'أدخل عنوان https. يُسمح بـ http لـ localhost فقط، ولا يُسمح بجزء بعد #.',
  CLIENT_ADDRESSES_TOO_MANY: 'عدد العناوين كبير جدًا. احذف بعضها.',
  CLIENT_ADDRESS_TWICE: 'أحد العناوين مذكور أكثر من مرة.',
  CLIENT_KEYS_TOO_MANY: 'أدخل على الأكثر المفتاح أو الشهادة الحالية والتالية.',
  CLIENT_REDIRECT_REQUIRED: 'أدخل عنوانًا واحدًا على الأقل يعود إليه الأشخاص.',
  CLIENT_KEYS_TWO_SOURCES: 'أدخل مفاتيح عامة أو عنوان مجموعة مفاتيح، وليس كليهما.',
  CLIENT_KEY_REQUIRED: 'تتطلب private_key_jwt مفتاحًا عامًا أو عنوان مجموعة مفاتيح.',
  CLIENT_KEY_TWICE: 'أحد المفاتيح أو الشهادات مذكور أكثر من مرة.',
  CLIENT_CERTIFICATE_REQUIRED: 'تتطلب الطلبات الموقّعة شهادة توقيع لمزوّد الخدمة.',
  CLIENT_NOT_CERTIFICATE: 'أدخل شهادة X.509 بصيغة PEM، وليس مفتاحًا عامًا فقط.',
  CLIENT_ENTITY_ID_TAKEN: 'يوجد تسجيل آخر في هذا المستأجر له معرّف الكيان نفسه.',
  CLIENT_NO_SECRET: 'لا يوجد سر عميل لهذا التسجيل: يُصادَق على التطبيق بطريقة أخرى.',
  CLIENT_OF_PORTAL: 'يسجّل Portico دخول الأشخاص إلى البوابة بنفسه. سجّل تطبيقًا آخر.',
} as const
