"""
A service provider of python3-saml in Flask, with the settings of its demo. Only what its defaults leave unsigned is signed: a logout
request without a signature is not accepted (SAML profiles, section 4.4.4.1).
"""

import os

from flask import Flask, Response, redirect, request, session
from onelogin.saml2.auth import OneLogin_Saml2_Auth
from onelogin.saml2.idp_metadata_parser import OneLogin_Saml2_IdPMetadataParser
from onelogin.saml2.settings import OneLogin_Saml2_Settings

import saml_keys
from serving import address, serve

key, certificate = (open(path).read() for path in saml_keys.make("python3-saml"))
settings = OneLogin_Saml2_IdPMetadataParser.merge_settings(
    {
        "strict": True,
        "sp": {
            "entityId": f"{address()}/metadata",
            "assertionConsumerService": {"url": f"{address()}/acs"},
            "singleLogoutService": {"url": f"{address()}/slo"},
            "x509cert": certificate,
            "privateKey": key,
        },
        "security": {"logoutRequestSigned": True},
    },
    OneLogin_Saml2_IdPMetadataParser.parse_remote(os.environ["IDP"]),
)
app = Flask(__name__)
app.secret_key = os.urandom(32)


def toolkit():
    asked = {
        "https": "off",
        "http_host": request.host,
        "script_name": request.path,
        "get_data": request.args.copy(),
        "post_data": request.form.copy(),
        "query_string": request.query_string.decode(),
    }
    return OneLogin_Saml2_Auth(asked, settings)


def refused(auth):
    return f"Refused: {auth.get_errors()} {auth.get_last_error_reason()}", 403


@app.route("/metadata")
def metadata():
    return Response(OneLogin_Saml2_Settings(settings, sp_validation_only=True).get_sp_metadata(), mimetype="text/xml")


@app.route("/login")
def login():
    auth = toolkit()
    to = auth.login(return_to=f"{address()}/")
    session["asked"] = auth.get_last_request_id()
    return redirect(to)


@app.route("/acs", methods=["POST"])
def acs():
    auth = toolkit()
    auth.process_response(request_id=session.get("asked"))
    if auth.get_errors():
        return refused(auth)
    session["user"] = {
        "attributes": auth.get_attributes(),
        "name_id": auth.get_nameid(),
        "name_id_format": auth.get_nameid_format(),
        "session_index": auth.get_session_index(),
    }
    return redirect("/")


@app.route("/logout")
def logout():
    auth = toolkit()
    user = session["user"]
    names = {name: user[name] for name in ("name_id", "name_id_format", "session_index")}
    to = auth.logout(return_to=f"{address()}/", **names)
    session["asked"] = auth.get_last_request_id()
    return redirect(to)


@app.route("/slo")
def slo():
    auth = toolkit()
    to = auth.process_slo(request_id=session.get("asked"), delete_session_cb=session.clear)
    return refused(auth) if auth.get_errors() else redirect(to or "/")


@app.route("/")
def home():
    if "user" not in session:
        return "Not signed in"
    attributes = session["user"]["attributes"]
    return f"Signed in as {attributes['username'][0]} {' '.join(attributes['roles'])}"


serve(app)
