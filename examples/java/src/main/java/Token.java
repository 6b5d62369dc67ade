import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.util.JSONObjectUtils;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Prints an access token of a service account.
 *
 * <pre>ISSUER=https://portal.example.com ACCOUNT=… KEY_FILE=nightly.pem RESOURCE=urn:portico:acme:application:billing \
 *     mvn -q compile exec:java -Dexec.mainClass=Token</pre>
 */
public final class Token {
    public static void main(String[] arguments) throws Exception {
        var http = HttpClient.newHttpClient();
        String issuer = System.getenv("ISSUER");
        var discovery = HttpRequest.newBuilder(URI.create(issuer + "/.well-known/openid-configuration")).build();
        var configuration = JSONObjectUtils.parse(http.send(discovery, BodyHandlers.ofString()).body());
        var form = Map.of(
                "grant_type", "client_credentials",
                "client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
                "client_assertion", assertion((String) configuration.get("issuer"), System.getenv("ACCOUNT")),
                "resource", System.getenv("RESOURCE"));
        var request = HttpRequest.newBuilder(URI.create((String) configuration.get("token_endpoint")))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(encode(form)))
                .build();
        var response = http.send(request, BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            System.err.println(response.body());
            System.exit(1);
        }
        System.out.println(JSONObjectUtils.parse(response.body()).get("access_token"));
    }

    private static String assertion(String issuer, String account) throws Exception {
        var now = Instant.now();
        var header = new JWSHeader.Builder(JWSAlgorithm.RS256)
                .type(new JOSEObjectType("client-authentication+jwt")).build();
        var claims = new JWTClaimsSet.Builder()
                .issuer(account)
                .subject(account)
                .audience(issuer)
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plusSeconds(120)))
                .jwtID(UUID.randomUUID().toString())
                .build();
        var jwt = new SignedJWT(header, claims);
        jwt.sign(new RSASSASigner(privateKey(Path.of(System.getenv("KEY_FILE")))));
        return jwt.serialize();
    }

    /** Reads the PKCS #8 file that openssl writes: `BEGIN PRIVATE KEY`. */
    private static PrivateKey privateKey(Path file) throws Exception {
        String base64 = Files.readString(file).replaceAll("-----[A-Z ]+-----|\\s", "");
        return KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(base64)));
    }

    private static String encode(Map<String, String> form) {
        return form.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }
}
