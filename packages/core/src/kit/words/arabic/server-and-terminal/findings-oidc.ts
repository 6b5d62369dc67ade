/** The Arabic of `server-and-terminal/findings-oidc.ts`. */
export const findingsOidc = {
  'finding.discovery-failed': 'تعذّرت قراءة مستند discovery الخاص بالموفّر على {address}: {error}.',
  'finding.discovery-failed.todo':
    'افتح العنوان في متصفح. صحّح «Issuer» أو «اسم النطاق»، أو دع هذا الخادم يصل إلى الموفّر. وإذا لم يكن لديه discovery، فأدخل العناوين يدويًا.',
  'finding.discovery-issuer': 'مستند discovery تابع لـ «{found}»، لا لـ «{expected}».',
  'finding.discovery-issuer.todo':
    'انسخ قيمة issuer الخاصة بالموفّر إلى «Issuer» كما هي تمامًا، بما فيها الشرطة المائلة في آخرها. ولدليل Microsoft، أدخل نطاقه أو معرّف المستأجر (tenant id) في «اسم النطاق».',
  'finding.iss-parameter': 'يقول الرد إنه من «{found}»، لكن تسجيل الدخول بدأ لدى «{expected}» (المعلمة iss).',
  'finding.iss-parameter.todo':
    'يمكن لعنوان واحد أن يخدم عدة موفّرين: صحّح «Issuer». وإذا كان صحيحًا، فقد اختلطت عمليتا تسجيل دخول، ولا حاجة إلى تغيير شيء.',
  'finding.code-missing':
    'لا يحتوي الرد على رمز التفويض (authorization code)، أو يحتوي على أكثر من واحد. محتواه: {found}.',
  'finding.code-missing.todo':
    'اسمح لدى الموفّر باستخدام authorization code flow لهذا العميل. ويجب ألا يغيّر العنوانَ أي شيء بين المتصفح والخادم.',
  'finding.answer-with-tokens': 'يكشف الرد رمزًا مميّزًا في العنوان أو النموذج ({found})، كما يحدث في implicit flow.',
  'finding.answer-with-tokens.todo':
    'عطّل لدى الموفّر implicit flow وhybrid flow لهذا العميل: يكفي رمز التفويض (authorization code).',
  'finding.token-refused': 'رفض token endpoint رمز التفويض بالحالة {status}: {error}. {description}',
  'finding.token-refused.todo':
    'الخطأ invalid_grant: عنوان redirect URI المسجّل هناك مختلف، أو كان الرمز قديمًا. الخطأ unauthorized_client: اسمح باستخدام authorization code flow لهذا العميل. ويوضّح سجل الموفّر المزيد.',
  'finding.token-secret-wrong': 'لا يقبل الموفّر سر العميل الخاص بنا (الحالة {status}: {error}). {description}',
  'finding.token-secret-wrong.todo':
    'أنشئ سرًا جديدًا لدى الموفّر وأدخله في «سر العميل» أو «سر التطبيق»؛ وقارن أيضًا «معرّف العميل» أو «معرّف التطبيق».',
  'finding.token-auth-other':
    'يتوقع الموفّر مصادقة للعميل بطريقة غير {method} (الحالة {status}: {error}). {description}',
  'finding.token-auth-other.todo':
    'اعرف كيف يصادق هذا العميل لدى الموفّر واختر الطريقة نفسها في «المصادقة لدى token endpoint». عند استخدام private_key_jwt، سجّل عنوان JWKS URL الخاص بنا هناك.',
  'finding.token-unreachable': 'تعذّر الوصول إلى token endpoint على {address}: {error}.',
  'finding.token-unreachable.todo':
    'تحقق من حالة الموفّر، ومن الشبكة بينه وبين هذا الخادم، ومن «Token URL» إن كانت له قيمة.',
  'finding.keys-unreachable': 'تعذّرت قراءة مفاتيح التوقيع الخاصة بالموفّر: {error}.',
  'finding.keys-unreachable.todo':
    'افتح عنوان JWKS الخاص بالموفّر في متصفح؛ وتحقق من «JWKS URL» إن كانت له قيمة، ومن الشبكة بين الموفّر والخادم.',
  'finding.key-unknown': 'الرمز المميّز موقّع بالمفتاح «{key}»، الذي لا ينشره الموفّر.',
  'finding.key-unknown.todo':
    'إذا غيّر الموفّر مفتاحه للتو، فحاول مرة أخرى بعد نصف دقيقة. وإلا فتحقق من «Issuer» و«JWKS URL»: الرمز المميّز صادر عن realm آخر أو بيئة أخرى.',
  'finding.algorithm-other': 'الرمز المميّز موقّع بـ «{found}»، لكن التكوين يحدّد «{expected}».',
  'finding.algorithm-other.todo':
    'اختر خوارزمية الموفّر في «خوارزمية التوقيع»، أو اضبط الموفّر ليوقّع بالخوارزمية المحددة في التكوين. ولا تُقبل «none» أبدًا.',
  'finding.secret-too-short': 'طول سر العميل {bytes} بايت؛ وتحتاج {algorithm} إلى {needed}.',
  'finding.secret-too-short.todo':
    'ولّد سرًا أطول لدى الموفّر وأدخله في «سر العميل»، أو اختر خوارزمية RS في «خوارزمية التوقيع» لدى الطرفين.',
  'finding.signature-wrong': 'توقيع الرمز المميّز خاطئ: لم تصنعه مفاتيح الموفّر.',
  'finding.signature-wrong.todo':
    'مع خوارزمية HS، قارن «سر العميل». ومع RS، تحقق من أن «Issuer» و«JWKS URL» لموفّر واحد. فإن كانا كذلك، فالرمز المميّز مزوّر.',
  'finding.signature-not-checked': 'لم يُتحقق من توقيع رمز الهوية (ID token)، وفقًا للتكوين.',
  'finding.signature-not-checked.todo': 'ألغِ تفعيل «تعطيل التحقق من التوقيع» فور أن تصبح قراءة مفاتيح الموفّر ممكنة.',
  'finding.id-token-malformed': 'الرمز المميّز مشوّه: {error}.',
  'finding.id-token-malformed.todo':
    'تحقق من أن الموفّر يرسل رمزًا مميّزًا عاديًا موقّعًا (JWT)، لا مشفّرًا، ويتضمن iat وexp. وقدّم هذا السجل إلى دعم الموفّر.',
  'finding.issuer-wrong': 'الرمز المميّز صادر عن «{found}»، لكن هذا الموفّر هو «{expected}».',
  'finding.issuer-wrong.todo':
    'انسخ قيمة issuer الخاصة بالموفّر إلى «Issuer» كما هي تمامًا. للموفّرين الذين لديهم عدة realms أو نطاقات مخصّصة عدة قيم issuer.',
  'finding.audience-wrong': 'الرمز المميّز موجّه إلى «{found}»، أما نحن فهويتنا «{expected}».',
  'finding.audience-wrong.todo': 'قارن «معرّف العميل» أو «معرّف التطبيق» بالعميل المسجّل لدى الموفّر.',
  'finding.authorized-party-wrong': 'صدر الرمز المميّز إلى «{found}» (azp)، أما نحن فهويتنا «{expected}».',
  'finding.authorized-party-wrong.todo':
    'قارن «معرّف العميل» بالعميل المسجّل لدى الموفّر؛ وعند تعدّد قيم audience يجب أن يذكره الموفّر بوصفه authorized party.',
  'finding.token-expired':
    'انتهت صلاحية الرمز المميّز قبل {secondsAgo} ثانية (لديهم: {theirs}، لدينا: {ours})؛ والمسموح به {allowed} ثانية.',
  'finding.token-expired.todo':
    'قارن ساعة الموفّر بساعة هذا الخادم، واضبط الخاطئة منهما؛ وينبغي أن تتبع كلتاهما خادم وقت.',
  'finding.token-future':
    'تبدأ صلاحية الرمز المميّز بعد {secondsAhead} ثانية في المستقبل (لديهم: {theirs}، لدينا: {ours})؛ والمسموح به {allowed} ثانية.',
  'finding.token-future.todo':
    'قارن ساعة الموفّر بساعة هذا الخادم، واضبط الخاطئة منهما؛ وينبغي أن تتبع كلتاهما خادم وقت.',
  'finding.nonce-wrong': 'لا يخص الرمز المميّز تسجيل الدخول هذا: قيمة nonce فيه مفقودة أو مختلفة.',
  'finding.nonce-wrong.todo':
    'ابدأ من جديد من صفحة تسجيل الدخول. إذا تكرر ذلك كل مرة، فالموفّر لا يعيد nonce: فعّل ذلك هناك، لأن OpenID Connect يشترطه.',
  'finding.access-token-hash-wrong': 'رمز الوصول (access token) ليس الذي يذكره رمز الهوية (ID token) في at_hash.',
  'finding.access-token-hash-wrong.todo':
    'إما أن شيئًا بين الموفّر والخادم غيّر الرد، أو أن الموفّر يحسب at_hash بخوارزمية أخرى: قدّم هذا السجل إلى دعم الموفّر.',
  'finding.userinfo-failed': 'تعذّرت قراءة userinfo endpoint على {address} (الحالة {status}): {error}.',
  'finding.userinfo-failed.todo':
    'تحقق من «Userinfo URL» إن كانت له قيمة، ومن أن العميل يمكنه استدعاؤه بقيمة «Scope» المحددة. لا يُدعم userinfo الموقّع أو المشفّر.',
  'finding.userinfo-subject': 'يخص userinfo «{found}»، بينما يخص رمز الهوية (ID token) «{expected}».',
  'finding.userinfo-subject.todo': 'تحقق من أن «Userinfo URL» و«Issuer» للموفّر نفسه وrealm نفسه. لم يُستخدم رده.',
  'finding.logout-token-malformed': 'رمز تسجيل الخروج (logout token) مشوّه: {error}.',
  'finding.logout-token-malformed.todo':
    'اضبط الموفّر ليرسل رموز logout token وفق OpenID Connect Back-Channel Logout 1.0 إلى عنوان back-channel logout الخاص بنا. لم تُنهَ أي جلسة.',
  'finding.logout-token-replayed': 'وصل رمز تسجيل الخروج (logout token) مرة ثانية.',
  'finding.logout-token-replayed.todo':
    'إذا كان الموفّر يكرر الاستدعاءات، فقد نفّذ الأول المطلوب، ولا يلزم فعل شيء. ويحتاج كل تسجيل خروج إلى رمز مستقل (jti).',
} as const
