/** The Arabic of `server-and-terminal/metadata-import.ts`. */
export const metadataImport = {
  'import.METADATA_NO_PROVIDER': 'لا يصف المستند أي موفّر هوية. ربما كان بيانات وصفية لتطبيق: اطلب بيانات موفّر الهوية.',
  'import.METADATA_OVER': 'انتهت صلاحية البيانات الوصفية. اطلب من الموفّر نسخة أحدث.',
  'import.METADATA_NO_CERTIFICATE':
    'لا تحتوي البيانات الوصفية على شهادة توقيع. اطلبها من الموفّر: من دونها لا يستطيع أحد تسجيل الدخول.',
  'import.METADATA_CERTIFICATE_UNREADABLE': 'تعذّرت قراءة إحدى الشهادات في البيانات الوصفية فاستُبعدت.',
  'import.METADATA_NO_SSO': 'لا يقدّم الموفّر عنوان تسجيل دخول عبر binding من نوع redirect أو POST.',
  'import.endsSoon': 'البيانات الوصفية صالحة حتى {day}. أعد قراءتها قبل ذلك.',
  'import.moreCertificates':
    'تحتوي البيانات الوصفية على {count} من شهادات التوقيع. استُخدمت الشهادتان الأطول صلاحية؛ فعّل «متابعة البيانات الوصفية» للوثوق بها كلها.',
  'import.certificateExpired': 'انتهت صلاحية إحدى شهادات التوقيع في البيانات الوصفية ({subject}، {day}).',
  'import.certificateWeak': 'إحدى شهادات التوقيع في البيانات الوصفية ليست RSA بطول {rsaBitsMin} بت أو أكثر فاستُبعدت.',
  'import.wantsSignedRequests':
    'لا يقبل الموفّر إلا الطلبات الموقّعة. طلباتنا موقّعة: أعطه بياناتنا الوصفية قبل أول تسجيل دخول.',
  'import.noSlo': 'لا يقدّم الموفّر تسجيل خروج موحّدًا: يُنهي تسجيل الخروج الجلسة هنا، لا لدى الموفّر.',
  'import.nameIdFormats': 'لا يقدّم الموفّر أيًا من صيغ NameID التي يمكن طلبها. يتيح له «عدم إرسال NameIDPolicy» أن يختار.',
  'import.issuerElsewhere':
    'يذكر المستند قيمة issuer هي {issuer}، وهي ليست العنوان الذي قُرئ منه. ستُستخدم قيمة issuer الواردة في المستند.',
  'import.issuerHttp': 'لا تبدأ قيمة issuer بـ https://.',
  'import.addressesAtSignIn': 'تُقرأ العناوين والمفاتيح من issuer عند كل تسجيل دخول، لذا يمكن ترك حقولها فارغة.',
  'import.addressesFixed':
    'مُلئت العناوين من الملف. إذا كان هذا الخادم يستطيع الوصول إلى issuer، فامسح الحقول: عندئذ يتابع Portico التغييرات.',
  'import.noEndSession': 'لا ينشر الموفّر عنوانًا لتسجيل الخروج: يُنهي تسجيل الخروج الجلسة هنا، لا هناك.',
  'import.noCodeFlow': 'لا يعلن الموفّر دعمه authorization code flow، وهو ما يحتاج إليه Portico.',
  'import.noAlgorithm': 'يوقّع الموفّر رموز الهوية (ID token) بالخوارزميات {algorithms}، ولا يمكن التحقق من أي منها هنا.',
  'import.basicMissing': 'لا يقبل الموفّر سر العميل، بل {methods} فقط. اختر طريقة ضمن «المصادقة لدى token endpoint».',
  'import.directory': 'هذا هو الدليل الذي معرّف المستأجر (tenant ID) له {tenantId}.',
} as const
