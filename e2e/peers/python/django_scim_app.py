"""An application that people are provisioned to, whose SCIM service is django-scim2's with its default adapters."""

import hmac
import os

import django
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.urls import include, path

from serving import serve

settings.configure(
    SECRET_KEY=os.urandom(32).hex(),
    ALLOWED_HOSTS=["localhost", "127.0.0.1"],
    ROOT_URLCONF=__name__,
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.path.join(os.environ["DIR"], "scim.sqlite")}},
    INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "scim_people", "django_scim"],
    MIDDLEWARE=[f"{__name__}.signed_in_by_token", "django_scim.middleware.SCIMAuthCheckMiddleware"],
    AUTH_USER_MODEL="scim_people.User",
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    SCIM_SERVICE_PROVIDER={
        "NETLOC": f"127.0.0.1:{os.environ['PORT']}",
        "SCHEME": "http",
        "GROUP_MODEL": "scim_people.models.Group",
        "AUTHENTICATION_SCHEMES": [{"type": "oauthbearertoken", "name": "Bearer", "description": "A bearer token."}],
    },
)
django.setup()

from django.contrib.auth import get_user_model  # noqa: E402


def signed_in_by_token(get_response):
    def middleware(request):
        given = request.headers.get("Authorization", "")
        if hmac.compare_digest(given, f"Bearer {os.environ['TOKEN']}"):
            request.user = get_user_model()(is_active=True)
        return get_response(request)

    return middleware


urlpatterns = [path("scim/v2/", include("django_scim.urls"))]

if __name__ == "__main__":
    from django.core.management import call_command

    call_command("migrate", run_syncdb=True, verbosity=0)
    serve(get_wsgi_application())
