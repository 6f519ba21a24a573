// Unit normals, of meshes that have none too.
#ifndef NORMALS_SH
#define NORMALS_SH

// The side of the triangle that is seen. Of derivatives: which side an API calls the front depends on its state.
vec3 seen_side(vec3 at, vec3 to_eye) {
    vec3 side = cross(dFdx(at), dFdy(at));
    float size = length(side);
    side = size > 0.0 ? side / size : to_eye;
    return dot(side, to_eye) < 0.0 ? -side : side;
}

// A mesh without normals comes with some of no length: its triangles are flat, as glTF has it.
vec3 unit_normal(vec3 normal, vec3 side) {
    float square = dot(normal, normal);
    return square > 1e-12 ? normal * inversesqrt(square) : side;
}

#endif
