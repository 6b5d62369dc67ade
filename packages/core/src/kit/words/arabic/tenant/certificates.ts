/** The Arabic of `tenant/certificates.ts`. */
export const certificates = {
  CERTIFICATE_REQUIRED: 'أضف شهادة توقيع واحدة على الأقل بصيغة PEM.',
  CERTIFICATE_LAST: 'هذه شهادة التوقيع الوحيدة السارية. أضف الشهادة الجديدة واعتمد التغيير أولًا.',
  CERTIFICATE_REVERTS:
    'هناك تغيير بانتظار التأكيد، والتراجع عنه يُبقي هذه الشهادة وحدها. أكّد التغيير بتسجيل دخول، أو تراجع عنه، ثم أخرج الشهادة من الخدمة.',
  CERTIFICATE_TWICE: 'تحتوي الخانتان على الشهادة نفسها. اترك الخانة الثانية فارغة.',
  CERTIFICATE_PRIVATE: 'هذا مفتاح خاص. حافظ على سريته، وأدخل الشهادة المقابلة له.',
  CERTIFICATE_NOT_PEM: 'هذه ليست شهادة بصيغة PEM.',
  CERTIFICATE_UNREADABLE: 'تعذّرت قراءة هذه الشهادة.',
  CERTIFICATE_WEAK: 'مفتاح هذه الشهادة ليس مفتاح RSA بطول {rsaBitsMin} بت أو أكثر.',
  EXTENSION_NOT_EXPIRED: 'لم تنتهِ صلاحية هذه الشهادة.',
  EXTENSION_USED: 'سبق السماح بـ 72 ساعة إضافية لهذه الشهادة. اطلب من الموفّر شهادته الجديدة.',
  'certificate.extended': 'ستُقبل الشهادة 72 ساعة إضافية. اطلب من الموفّر شهادته الجديدة اليوم.',
  'certificate.retired': 'أُخرجت الشهادة من الخدمة. يجري الآن التحقق من عمليات تسجيل الدخول بالشهادة الأخرى.',
  'certificate.retire': 'إخراج من الخدمة',
  'certificate.retireTitle': 'هل تريد إخراج هذه الشهادة من الخدمة؟',
  'certificate.retireMessage':
    'ستفشل فورًا عمليات تسجيل الدخول التي يوقّعها الموفّر بهذه الشهادة. تبقى الشهادة الأخرى سارية.',
  'certificate.refresh': 'تحديث الآن',
  'certificate.inEffect': 'الشهادات السارية',
  'certificate.slot': 'شهادة التوقيع {slot}',
  'certificate.proven': 'أثبتها تسجيل دخول في {date}',
  'certificate.unproven': 'لم يُتحقق بها من أي تسجيل دخول بعد',
  'certificate.notListed': 'لم تعد البيانات الوصفية تذكرها',
  'certificate.notRead': 'لم تُقرأ البيانات الوصفية بعد.',
} as const
