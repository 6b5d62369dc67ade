"""A key and a certificate of a service provider, made with openssl."""

import os
import subprocess


def make(name):
    """Returns the paths of the key and the certificate."""
    key, certificate = (os.path.join(os.environ["DIR"], f"{name}.{kind}") for kind in ("key", "crt"))
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30", "-subj", f"/CN={name}"]
    subprocess.run([*command, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    return key, certificate
