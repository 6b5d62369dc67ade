"""
A service provider of pysaml2 in Flask. Its requests are as the environment says: SIGN=default signs them as pysaml2 does, with SHA-1;
SIGN=sha256 with what Portico accepts.
"""

import os
from urllib.request import urlopen

from flask import Flask, Response, redirect, request, session
from saml2 import BINDING_HTTP_POST, BINDING_HTTP_REDIRECT, BINDING_SOAP
from saml2.client import Saml2Client
from saml2.config import SPConfig
from saml2.ident import code, decode
from saml2.metadata import entity_descriptor
from saml2.xmldsig import DIGEST_SHA256, SIG_RSA_SHA256

import saml_keys
from serving import address, serve

key, certificate = saml_keys.make("pysaml2")
idp = os.environ["IDP"]
algorithms = {"signing_algorithm": SIG_RSA_SHA256, "digest_algorithm": DIGEST_SHA256}
config = SPConfig().load(
    {
        "entityid": f"{address()}/metadata",
        "key_file": key,
        "cert_file": certificate,
        # Without it, or a map of their names, it drops attributes.
        "allow_unknown_attributes": True,
        "metadata": {"inline": [urlopen(idp).read().decode()]},
        "service": {
            "sp": {
                "endpoints": {
                    "assertion_consumer_service": [(f"{address()}/acs", BINDING_HTTP_POST)],
                    "single_logout_service": [(f"{address()}/slo", BINDING_SOAP)],
                },
                "authn_requests_signed": True,
                "logout_requests_signed": True,
                **(algorithms if os.environ["SIGN"] == "sha256" else {}),
            }
        },
    }
)
client = Saml2Client(config)
app = Flask(__name__)
app.secret_key = os.urandom(32)


@app.route("/metadata")
def metadata():
    return Response(str(entity_descriptor(config)), mimetype="application/samlmetadata+xml")


@app.route("/login")
def login():
    asked, sent = client.prepare_for_authenticate(idp, binding=BINDING_HTTP_REDIRECT)
    session["asked"] = {asked: "/"}
    return redirect(dict(sent["headers"])["Location"])


@app.route("/acs", methods=["POST"])
def acs():
    answer = request.form["SAMLResponse"]
    response = client.parse_authn_request_response(answer, BINDING_HTTP_POST, session.pop("asked", {}))
    session["name_id"] = code(response.name_id)
    return redirect("/")


def person():
    return client.users.get_identity(decode(session["name_id"]))[0] if "name_id" in session else None


@app.route("/logout")
def logout():
    name_id = session["name_id"]
    # Raises an error unless the answer to the request by SOAP is 200 with a valid signature.
    answers = client.global_logout(name_id)
    client.local_logout(decode(name_id))
    return " ".join(answer.response.status.status_code.value for answer in answers.values())


@app.route("/")
def home():
    identity = person()
    return f"Signed in as {identity['username'][0]} {' '.join(identity['roles'])}" if identity else "Not signed in"


@app.errorhandler(Exception)
def refused(error):
    return f"Refused: {type(error).__name__}: {error}", 403


serve(app)
